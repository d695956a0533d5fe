import { useInfiniteQuery } from '@tanstack/react-query';
import { type OperatorTrailEntry, operatorTrailSchema } from '#src/shared/operator.ts';
import { type Column, DataTable } from '#src/web/ui/data-table.tsx';
import { ListFrame } from '#src/web/admin/lib/list-frame.tsx';
import { PageHead } from '#src/web/admin/lib/page-head.tsx';
import { listQuery } from '#src/web/admin/lib/queries.ts';
import { Time } from '#src/web/ui/time.tsx';

const query = listQuery('/trail', operatorTrailSchema);

const WORDS: Record<string, string> = {
  'operator.granted': 'Made an operator',
  'operator.revoked': 'Revoked as operator',
  'message.added': 'Added an email of',
  'message.handled': 'Handled the message',
  'message.reopened': 'Opened the message again',
  'chat.answered': 'Answered in Live Chat',
  'chat.done': 'Laid the conversation aside',
  'chat.reopened': 'Took up the conversation again',
  'plan.set': 'Set the plan of',
  'sending.stopped': 'Stopped sending:',
  'sending.allowed': 'Allowed sending again:',
  'job.retried': 'Tried a job again in',
  'job.discarded': 'Discarded a job of',
};

/** The details worth reading; ids are only of use in the database. */
function detailOf({ detail }: OperatorTrailEntry): string {
  const { from, to, reason } = detail;
  return [from && to ? `${from} → ${to}` : '', reason ?? ''].filter(Boolean).join(': ');
}

const COLUMNS: readonly Column<OperatorTrailEntry>[] = [
  {
    label: 'What',
    cell: ({ action, subject }) => (
      <>
        {WORDS[action] ?? action} <span className="font-medium">{subject}</span>
      </>
    ),
    className: 'w-[38%]',
  },
  { label: 'Who', cell: ({ operator }) => operator, className: 'w-[22%]' },
  { label: 'Detail', cell: (entry) => <span className="text-ink-2">{detailOf(entry) || '–'}</span> },
  { label: 'When', cell: ({ at }) => <Time at={at} />, className: 'w-32' },
];

/** What operators have done. Nothing changes a line of it. */
export function TrailPage() {
  const list = useInfiniteQuery(query);
  return (
    <>
      <PageHead title="Trail" />
      <ListFrame
        list={list}
        what="trail"
        empty={{
          title: 'Nothing was done yet',
          text: 'Every change an operator makes is written down here.',
        }}
      >
        {(items) => <DataTable label="Trail" columns={COLUMNS} rows={items} />}
      </ListFrame>
    </>
  );
}
