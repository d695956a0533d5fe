/** The columns from `lg` on, in order: class of the width (the table's layout is fixed), and of when it shows. */
export const COLUMNS = [
  { key: 'alert', label: 'Alert', className: '' },
  { key: 'figure', label: 'Figure', figures: true, className: 'w-24' },
  { key: 'symbol', label: 'Symbol', className: 'hidden w-28 pl-6 lg:table-cell' },
  { key: 'event', label: 'Event', className: 'hidden w-32 lg:table-cell' },
  { key: 'channel', label: 'Channel', className: 'hidden w-20 xl:table-cell' },
  { key: 'time', label: 'Time', className: 'hidden w-30 lg:table-cell' },
  { key: 'state', label: 'Status', className: 'hidden w-40 lg:table-cell' },
] as const;
