import { ConfigProvider, Table, Tag } from 'antd'
import { useEffect, useState } from 'react'
import { columnKeys, type BenchRow } from './rows.ts'

const render: Record<string, (value: never) => unknown> = {
  status: (value: string) => <Tag>{value}</Tag>,
  created_at: (value: string) => new Date(value).toLocaleDateString(),
  paid: (value: boolean) => (value ? '✓' : '–'),
  price: (value: string) => Number(value).toLocaleString(),
}
const columns = columnKeys.map((key) => ({
  title: key,
  dataIndex: key,
  width: 150,
  sorter: true,
  ...(render[key] && { render: render[key] as never }),
  ...(key === 'title' && { fixed: 'left' as const, width: 260 }),
}))

export function AntdTable({
  rows,
  onReady,
  virtual,
}: {
  rows: BenchRow[]
  onReady: (set: (rows: BenchRow[]) => void) => void
  virtual: boolean
}) {
  const [shown, setShown] = useState(rows)
  useEffect(() => onReady(setShown), [onReady])
  return (
    <ConfigProvider>
      <Table<BenchRow>
        rowKey="id"
        size="small"
        virtual={virtual}
        scroll={{ x: 2000, y: 600 }}
        columns={columns}
        dataSource={shown}
        rowSelection={{}}
        pagination={false}
      />
    </ConfigProvider>
  )
}
