import { useInfiniteQuery } from '@tanstack/react-query';
import { type OperatorFeed, operatorFeedsSchema } from '#src/shared/operator.ts';
import { ListFrame } from '#src/web/admin/lib/list-frame.tsx';
import { PageHead } from '#src/web/admin/lib/page-head.tsx';
import { listQuery } from '#src/web/admin/lib/queries.ts';
import { STATE_WORDS } from '#src/web/lib/feed-states.ts';
import { type Column, DataTable } from '#src/web/ui/data-table.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';

const query = listQuery('/feeds', operatorFeedsSchema);

const sentence = (problem: string): string => `${problem.charAt(0).toUpperCase()}${problem.slice(1)}. `;

const COLUMNS: readonly Column<OperatorFeed>[] = [
  { label: 'Feed', cell: ({ title }) => <span className="font-medium">{title}</span>, className: 'w-36' },
  {
    label: 'State',
    cell: ({ state }) => <StatusTag tone={STATE_WORDS[state].tone} label={STATE_WORDS[state].label} />,
    className: 'w-36',
  },
  {
    label: 'Details',
    cell: ({ state, problem }) => (
      <span className="wrap-anywhere">
        {problem && state !== 'live' ? sentence(problem) : null}
        {STATE_WORDS[state].says}
      </span>
    ),
  },
  { label: 'Since', cell: ({ since }) => (since ? <Time at={since} /> : '–'), className: 'w-32' },
  {
    label: 'Last message',
    cell: ({ lastMessageAt }) => (lastMessageAt ? <Time at={lastMessageAt} /> : '–'),
    className: 'w-32',
  },
];

/** The feeds of market data that this installation offers, and whether each can be reached. */
export function FeedsPage() {
  const list = useInfiniteQuery(query);
  return (
    <>
      <PageHead title="Feeds" />
      <ListFrame
        list={list}
        what="feeds"
        empty={{ title: 'No feeds', text: 'The setting FEEDS names the feeds to offer.' }}
      >
        {(items) => <DataTable label="Feeds" columns={COLUMNS} rows={items} />}
      </ListFrame>
    </>
  );
}
