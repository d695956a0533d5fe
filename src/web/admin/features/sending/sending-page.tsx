import { useInfiniteQuery } from '@tanstack/react-query';
import type { OperatorStop } from '#src/shared/operator.ts';
import { type Column, DataTable } from '#src/web/ui/data-table.tsx';
import { ListFrame } from '#src/web/admin/lib/list-frame.tsx';
import { PageHead } from '#src/web/admin/lib/page-head.tsx';
import { stopsQuery } from '#src/web/admin/lib/stops-query.ts';
import { useAct } from '#src/web/admin/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { WideStop } from './wide-stop.tsx';

const WHAT = {
  all: () => 'Every alert',
  channel: ({ name }: OperatorStop) => `Alerts by ${name}`,
  workspace: ({ name }: OperatorStop) => name,
} as const;

const columns = (
  busy: string | null,
  onAllow: (stop: OperatorStop) => void,
): readonly Column<OperatorStop>[] => [
  { label: 'What', cell: (stop) => <span className="font-medium">{WHAT[stop.scope](stop)}</span> },
  { label: 'Why', cell: ({ reason }) => reason },
  { label: 'Who', cell: ({ by }) => by },
  { label: 'Since', cell: ({ since }) => <Time at={since} />, className: 'w-32' },
  {
    label: 'Do',
    className: 'w-40',
    cell: (stop) => (
      <Button size="sm" busy={busy === `/stops/${stop.id}`} data-row-link onClick={() => onAllow(stop)}>
        Allow again
      </Button>
    ),
  },
];

/** What may not be sent. It waits: whatever is allowed again goes out. */
export function SendingPage() {
  const list = useInfiniteQuery(stopsQuery);
  const { act, busy } = useAct('This didn’t work');
  return (
    <>
      <PageHead title="Sending" />
      <div className="grid gap-x-14 gap-y-10 border-t border-rule pt-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <ListFrame
            list={list}
            what="stops"
            empty={{
              title: 'Everything is sent',
              text: 'What you stop here waits until you allow it again. Account email isn’t affected.',
            }}
          >
            {(items) => (
              <DataTable
                label="Stopped"
                columns={columns(busy, ({ id }) =>
                  act({ path: `/stops/${id}`, method: 'DELETE', done: 'Allowed again' }),
                )}
                rows={items}
              />
            )}
          </ListFrame>
        </div>
        <WideStop />
      </div>
    </>
  );
}
