import { Button, ConfigProvider, Dropdown, Input, Layout, Menu, Table, Tabs, Tag } from 'antd'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

/** What a careful developer writes by hand for the same list: the yardstick of the renderer's own grid. */
interface Row {
  id: number
  title: string
  status: string
  categories: { title: string }[]
  created_at: string
  published_at: string | null
}

const columns = [
  { title: 'Title', dataIndex: 'title', sorter: true, render: (title: string) => <a href="#edit">{title}</a> },
  { title: 'Status', dataIndex: 'status', render: (status: string) => <Tag>{status}</Tag> },
  {
    title: 'Categories',
    dataIndex: 'categories',
    render: (tags: Row['categories']) => tags.map((tag) => <Tag key={tag.title}>{tag.title}</Tag>),
  },
  {
    title: 'Published',
    dataIndex: 'published_at',
    sorter: true,
    render: (value: string | null) => (value ? new Date(value).toLocaleDateString() : '—'),
  },
  { title: 'Created', dataIndex: 'created_at', sorter: true, render: (value: string) => new Date(value).toLocaleDateString() },
  {
    title: '',
    key: 'actions',
    width: 96,
    render: () => (
      <Dropdown
        menu={{
          items: [
            { key: 'edit', label: 'Edit' },
            { key: 'trash', label: 'Trash' },
          ],
        }}
      >
        <Button size="small">…</Button>
      </Dropdown>
    ),
  },
]

const rows: Row[] = Array.from({ length: 50 }, (_, index) => ({
  id: index,
  title: `A title of a usual length, number ${index}`,
  status: index % 3 ? 'published' : 'draft',
  categories: [{ title: 'Economy' }, { title: 'Society' }].slice(0, 1 + (index % 2)),
  created_at: '2024-03-05T08:00:00Z',
  published_at: index % 3 ? '2024-03-06T08:00:00Z' : null,
}))

function Page() {
  return (
    <>
      <h1>Posts</h1>
      <Input.Search placeholder="Search" style={{ width: 240 }} />
      <Tabs items={['All', 'Published', 'Draft', 'Trashed'].map((label) => ({ key: label, label }))} />
      <Table<Row>
        rowKey="id"
        size="small"
        columns={columns}
        dataSource={rows}
        rowSelection={{}}
        pagination={{ pageSize: 50, total: 20000, showSizeChanger: true }}
      />
    </>
  )
}

function App() {
  const [isOpen, setOpen] = useState(false)
  return (
    <ConfigProvider>
      <Layout>
        <Layout.Sider>
          <Menu onClick={() => setOpen(true)} items={[{ key: 'posts', label: 'Posts' }]} />
          <button id="leave" onClick={() => setOpen(false)}>
            Leave
          </button>
        </Layout.Sider>
        <Layout.Content>{isOpen ? <Page /> : <p>Home</p>}</Layout.Content>
      </Layout>
    </ConfigProvider>
  )
}

createRoot(document.getElementById('root')!).render(<App />)
