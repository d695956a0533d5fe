import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { STATUS } from '#src/shared/standing.ts';
import { type OperatorWorkspace, operatorWorkspaceSchema } from '#src/shared/operator.ts';
import { type Column, DataTable } from '#src/web/ui/data-table.tsx';
import { RowsSkeleton } from '#src/web/admin/lib/list-frame.tsx';
import { PageHead } from '#src/web/admin/lib/page-head.tsx';
import { operatorPath } from '#src/web/admin/lib/queries.ts';
import { apiGet } from '#src/web/lib/api/api.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { PlanForm } from './plan-form.tsx';
import { WorkspaceSending } from './workspace-sending.tsx';

const STANDING = {
  trial: 'On trial',
  active: 'Active',
  grace: 'Grace, still sending',
  read_only: 'Read-only',
} as const satisfies Record<OperatorWorkspace['standing'], string>;

type Member = OperatorWorkspace['members'][number] & { id: string };
const MEMBERS: readonly Column<Member>[] = [
  {
    label: 'Member',
    cell: ({ email }) => <span className="font-medium">{email}</span>,
    className: 'w-[36%]',
  },
  { label: 'Name', cell: ({ name }) => name },
  { label: 'Role', cell: ({ role }) => role },
  { label: 'Since', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { label: 'Signed in', cell: ({ lastSignInAt }) => (lastSignInAt ? <Time at={lastSignInAt} /> : 'Never') },
];

/** One workspace: its state, its members, its plan set by hand, and whether it may send. */
export function WorkspacePage() {
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['operator', '/workspaces', id],
    queryFn: ({ signal }) => apiGet(operatorPath(`/workspaces/${id}`), operatorWorkspaceSchema, signal),
  });
  return (
    <>
      <p className="pb-2 text-sm">
        <Link className="link" to="/accounts">
          Accounts
        </Link>
      </p>
      <PageHead title={data?.name ?? 'Workspace'} />
      {isPending ? (
        <RowsSkeleton />
      ) : data === undefined ? (
        <ErrorState
          heading="h2"
          title="The workspace couldn’t be loaded"
          text={error?.message ?? ''}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className="grid gap-x-14 gap-y-10 border-t border-rule pt-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div>
            <dl className="grid grid-cols-2 gap-x-8 gap-y-4 text-sm xl:grid-cols-4">
              <Fact name="Plan">{data.plan ?? 'None'}</Fact>
              <Fact name="Standing">
                {data.status === STATUS.ending && data.standing === 'active'
                  ? 'Canceled, still running'
                  : STANDING[data.standing]}
                {data.ends ? (
                  <span className="block text-ink-2">
                    {data.standing === 'read_only' ? 'since ' : 'until '}
                    <Time at={data.ends} exact />
                  </span>
                ) : null}
              </Fact>
              <Fact name="Kind">{data.accountType === 'company' ? 'Company' : 'Personal'}</Fact>
              <Fact name="Made">
                <Time at={data.createdAt} />
              </Fact>
            </dl>
            <h2 className="headline pt-10 pb-3 text-h4">Members</h2>
            <DataTable
              label="Members"
              columns={MEMBERS}
              rows={data.members.map((member) => ({ ...member, id: member.email }))}
            />
          </div>
          <div className="grid content-start gap-10 border-t border-line pt-6 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-8">
            <PlanForm key={`${data.planId} ${data.status} ${data.trialEndsAt}`} workspace={data} />
            <div className="border-t border-line pt-8">
              <WorkspaceSending id={data.id} />
            </div>
          </div>
        </div>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="slug text-ink-3">{name}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}
