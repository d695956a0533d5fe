/**
 * The columns of a table of alerts, which are there from `xl` on: below, a row is two lines. The table's layout is
 * fixed, so that rows that come don't move it, and each width fits the longest text of its column: `23 Nov 2026, 16:34
 * EST` with its zone, `Waiting for your confirmation` in two lines. The title gets the rest.
 */
export const ALERT_COLUMNS = [
  { label: 'Alert' },
  { label: 'Figure', figures: true, className: 'w-24' },
  { label: 'Symbol', className: 'hidden w-40 pl-6 xl:table-cell' },
  { label: 'Event', className: 'hidden w-51 xl:table-cell' },
  { label: 'Channel', className: 'hidden w-24 2xl:table-cell' },
  { label: 'Time', className: 'hidden w-32 xl:table-cell' },
  { label: 'Status', className: 'hidden w-36 xl:table-cell' },
] as const;
