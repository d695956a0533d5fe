import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ACCOUNTS_MAX, type OperatorAccount, operatorAccountsSchema } from '#src/shared/operator.ts';
import { type Column, DataTable } from '#src/web/ui/data-table.tsx';
import { RowsSkeleton } from '#src/web/admin/lib/list-frame.tsx';
import { PageHead } from '#src/web/admin/lib/page-head.tsx';
import { operatorPath } from '#src/web/admin/lib/queries.ts';
import { apiGet } from '#src/web/lib/api/api.ts';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { Time } from '#src/web/ui/time.tsx';

const PAUSE_MS = 250;
type Row = OperatorAccount & { id: string };

const COLUMNS: readonly Column<Row>[] = [
  {
    label: 'Account',
    className: 'w-[26%]',
    cell: ({ email, name, confirmed }) => (
      <>
        <span className="font-medium">{email}</span>
        <span className="block text-ink-2">
          {name}
          {confirmed ? '' : ', not confirmed'}
        </span>
      </>
    ),
  },
  {
    label: 'Workspace',
    className: 'w-[22%]',
    cell: ({ workspace }) =>
      workspace ? (
        <>
          <Link className="link" data-row-link to={`/accounts/${workspace.id}`}>
            {workspace.name}
          </Link>
          <span className="block text-ink-2">
            {workspace.role}, {workspace.members === 1 ? '1 member' : `${workspace.members} members`}
          </span>
        </>
      ) : (
        'None'
      ),
  },
  {
    label: 'Plan',
    cell: ({ workspace }) => (
      <>
        {workspace?.plan ?? '–'}
        <span className="block text-ink-2">{workspace?.status}</span>
      </>
    ),
  },
  {
    label: 'Trial ends',
    cell: ({ workspace }) => (workspace?.trialEndsAt ? <Time at={workspace.trialEndsAt} /> : '–'),
  },
  { label: 'Second factor', cell: ({ secondFactor }) => (secondFactor ? 'On' : 'Off') },
  {
    label: 'Signed in',
    className: 'w-32',
    cell: ({ lastSignInAt }) => (lastSignInAt ? <Time at={lastSignInAt} /> : 'Never'),
  },
];

/** Who has an account, found by a part of the address. `/` goes to the search. */
export function AccountsPage() {
  const [params, setParams] = useSearchParams();
  const words = params.get('words') ?? '';
  const [typed, setTyped] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed !== words) setParams(typed === '' ? {} : { words: typed }, { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, words, setParams]);
  const field = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useRowKeys(box);
  useSlash(field);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['operator', '/accounts', words],
    queryFn: ({ signal }) =>
      apiGet(
        `${operatorPath('/accounts')}?${new URLSearchParams({ words })}`,
        operatorAccountsSchema,
        signal,
      ),
    placeholderData: keepPreviousData,
  });
  const rows = data?.items.map((item) => ({ ...item, id: `${item.userId} ${item.workspace?.id ?? ''}` }));
  return (
    <>
      <PageHead title="Accounts" />
      <div ref={field} className="max-w-form pb-6">
        <TextField
          label="Part of an address"
          type="search"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <div ref={box}>
        {isPending ? (
          <RowsSkeleton />
        ) : rows === undefined ? (
          <ErrorState
            heading="h2"
            title="The accounts couldn’t be loaded"
            text={error?.message ?? ''}
            onRetry={() => void refetch()}
          />
        ) : rows.length === 0 ? (
          <EmptyState
            heading="h2"
            title="No such account"
            text="No address holds these letters. Type fewer of them."
          />
        ) : (
          <>
            <DataTable label="Accounts" columns={COLUMNS} rows={rows} />
            <p className="pt-4 text-sm text-ink-3">
              {rows.length >= ACCOUNTS_MAX
                ? `The newest ${ACCOUNTS_MAX}. Type more of the address to find others.`
                : ''}
            </p>
          </>
        )}
      </div>
    </>
  );
}

function useSlash(field: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key !== '/' ||
        (event.target instanceof Element && event.target.closest('input, textarea, select'))
      )
        return;
      event.preventDefault();
      field.current?.querySelector('input')?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [field]);
}
