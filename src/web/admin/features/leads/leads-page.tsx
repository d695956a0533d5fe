import { useInfiniteQuery } from '@tanstack/react-query';
import { type OperatorLead, operatorLeadsSchema } from '#src/shared/operator.ts';
import { type Column, DataTable } from '#src/web/ui/data-table.tsx';
import { ListFrame } from '#src/web/admin/lib/list-frame.tsx';
import { PageHead } from '#src/web/admin/lib/page-head.tsx';
import { listQuery } from '#src/web/admin/lib/queries.ts';
import { Time } from '#src/web/ui/time.tsx';

const query = listQuery('/leads', operatorLeadsSchema);

const COLUMNS: readonly Column<OperatorLead>[] = [
  {
    label: 'Company',
    cell: ({ company }) => <span className="font-medium">{company}</span>,
    className: 'w-[24%]',
  },
  {
    label: 'Email',
    cell: ({ email }) => (
      <a className="link" data-row-link href={`mailto:${email}`}>
        {email}
      </a>
    ),
    className: 'w-[26%]',
  },
  { label: 'A day', cell: ({ volume }) => <span className="figure">{volume}</span> },
  { label: 'Platforms', cell: ({ platforms }) => platforms.join(', ') },
  { label: 'Branded', cell: ({ brandedEmails }) => brandedEmails },
  { label: 'Left', cell: ({ createdAt }) => <Time at={createdAt} />, className: 'w-32' },
];

/** What the intake form has brought. */
export function LeadsPage() {
  const list = useInfiniteQuery(query);
  return (
    <>
      <PageHead title="Leads" />
      <ListFrame
        list={list}
        what="leads"
        empty={{
          title: 'No leads yet',
          text: 'Requests from the intake form on the landing page appear here.',
        }}
      >
        {(items) => <DataTable label="Leads" columns={COLUMNS} rows={items} />}
      </ListFrame>
    </>
  );
}
