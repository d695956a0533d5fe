import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type OperatorJob, operatorJobsSchema } from '#src/shared/operator.ts';
import { type Column, DataTable } from '#src/web/ui/data-table.tsx';
import { ListFrame } from '#src/web/admin/lib/list-frame.tsx';
import { PageHead } from '#src/web/admin/lib/page-head.tsx';
import { listQuery } from '#src/web/admin/lib/queries.ts';
import { useAct } from '#src/web/admin/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { Time } from '#src/web/ui/time.tsx';

const query = listQuery('/jobs', operatorJobsSchema);

const COLUMNS: readonly Column<OperatorJob>[] = [
  {
    label: 'Queue',
    cell: ({ queue }) => <span className="figure font-medium">{queue}</span>,
    className: 'w-36',
  },
  {
    label: 'Why',
    cell: ({ reason }) => <span className="text-ink">{reason || 'No reason was given.'}</span>,
  },
  { label: 'Tries', cell: ({ tries }) => <span className="figure">{tries}</span>, className: 'w-16' },
  {
    label: 'About',
    cell: ({ about }) => <span className="figure text-xs text-ink-2">{about || '–'}</span>,
    className: 'w-[26%]',
  },
  { label: 'Failed', cell: ({ failedAt }) => <Time at={failedAt} />, className: 'w-32' },
];

type Acts = {
  busy: string | null;
  onRetry: (job: OperatorJob) => void;
  onDiscard: (job: OperatorJob) => void;
};

const withActs = (acts: Acts): readonly Column<OperatorJob>[] => [
  ...COLUMNS,
  { label: 'Do', className: 'w-52', cell: (job) => <JobActs job={job} {...acts} /> },
];

function JobActs({ job, busy, onRetry, onDiscard }: Acts & { job: OperatorJob }) {
  return (
    <div className="flex flex-wrap gap-2 pt-1 lg:pt-0">
      <Button size="sm" busy={busy === `/jobs/${job.id}/retry`} data-row-link onClick={() => onRetry(job)}>
        Try again
      </Button>
      <Button size="sm" variant="quiet" onClick={() => onDiscard(job)}>
        Discard
      </Button>
    </div>
  );
}

/** Jobs that used up their queue's attempts. An operator retries or discards each. */
export function JobsPage() {
  const list = useInfiniteQuery(query);
  const [discarding, setDiscarding] = useState<OperatorJob | null>(null);
  const { act, busy } = useAct('This didn’t work');
  const columns = withActs({
    busy,
    onRetry: ({ id }) => act({ path: `/jobs/${id}/retry`, done: 'Back in its queue' }),
    onDiscard: setDiscarding,
  });
  return (
    <>
      <PageHead title="Failed jobs" />
      <ListFrame
        list={list}
        what="jobs"
        empty={{
          title: 'No job has failed',
          text: 'Jobs that failed after all retries are listed here with the reason.',
        }}
      >
        {(items) => <DataTable label="Failed jobs" columns={columns} rows={items} />}
      </ListFrame>
      <ConfirmDialog
        open={discarding !== null}
        title="Discard this job?"
        text={
          <>
            It is never done: <span className="figure">{discarding?.queue}</span>. What it was about stays as
            it is.
          </>
        }
        confirmLabel="Discard"
        onClose={() => setDiscarding(null)}
        onConfirm={() => {
          if (discarding) act({ path: `/jobs/${discarding.id}`, method: 'DELETE', done: 'Job discarded' });
        }}
      />
    </>
  );
}
