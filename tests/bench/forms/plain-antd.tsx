import { DatePicker, Form, Input, InputNumber, Select, Switch } from 'antd'
import dayjs from 'dayjs'
import { choices, kindAt, type Kind } from './form-schema.ts'
import type { FormEngineUnderTest } from './main.tsx'

const options = choices.map((value) => ({ value, label: value }))
const control: Record<Kind, React.ReactNode> = {
  text: <Input />,
  number: <InputNumber style={{ width: '100%' }} />,
  select: <Select options={options} />,
  boolean: <Switch />,
  date: <DatePicker style={{ width: '100%' }} />,
}

/** What a careful developer writes by hand for these fields. */
const plainAntd: FormEngineUnderTest = {
  prepare: () => Promise.resolve(),
  draw({ data }) {
    const entries = Object.entries(data)
    const initial = Object.fromEntries(
      entries.map(([name, value], index) => [name, kindAt(index) === 'date' ? dayjs(value as string) : value]),
    )
    return (
      <Form layout="vertical" initialValues={initial}>
        {entries.map(([name], index) => (
          <Form.Item key={name} name={name} label={`Field ${index + 1}`} rules={kindAt(index) === 'text' ? [{ max: 200 }] : []}>
            {control[kindAt(index)]}
          </Form.Item>
        ))}
      </Form>
    )
  },
}
export default plainAntd
