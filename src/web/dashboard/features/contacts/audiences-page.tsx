import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Audience } from '#src/shared/audiences.ts';
import { audiencesQuery } from '#src/web/dashboard/lib/audiences.ts';
import { NoPermission } from '#src/web/dashboard/lib/no-permission.tsx';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { formatNumber } from '#src/web/ui/format.ts';
import { toast } from '#src/web/ui/toast/store.ts';
import { AudienceFields } from './audience-form.tsx';
import { groupWords } from '#src/web/dashboard/lib/grouping.ts';
import { budgetWords } from './budget-fields.tsx';
import { ContactsSkeleton } from './contacts-skeleton.tsx';
import { audienceQuery, createAudience } from './queries.ts';
import { filterWords } from './words.ts';

export function AudiencesPage() {
  usePageTitle('Audiences');
  const may = useMay('contacts:read');
  const mayWrite = useMay('contacts:write') === true;
  const list = useQuery({ ...audiencesQuery, enabled: may === true });
  const queries = useQueryClient();
  const [isNew, setNew] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useRowKeys(box);
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pb-5">
        <div>
          <nav aria-label="Above" className="text-sm text-ink-2">
            <Link to="/contacts" className="underline">
              Contacts
            </Link>
          </nav>
          <h1 className="headline mt-1 text-h2">Audiences</h1>
          <p className="mt-2 max-w-text text-base text-ink-2">
            Who a rule’s alerts go to. A list holds the contacts you add; a filter holds everyone who matches,
            at the moment an alert goes out.
          </p>
        </div>
        {mayWrite && !isNew ? (
          <Changes says>
            <Button variant="primary" onClick={() => setNew(true)}>
              New audience
            </Button>
          </Changes>
        ) : null}
      </header>
      {isNew ? (
        <AudienceFields
          audience={null}
          save={async (form) => {
            const made = await createAudience(form);
            toast({ title: `“${made.name}” was made` });
            await queries.invalidateQueries({ queryKey: ['contacts'] });
          }}
          onClose={() => setNew(false)}
        />
      ) : null}
      {may === false ? (
        <NoPermission permission="contacts:read" title="Audiences aren’t open to you" />
      ) : list.error && !list.data ? (
        <ErrorState
          heading="h2"
          title="Audiences couldn’t be loaded"
          text={list.error.message}
          onRetry={() => void list.refetch()}
        />
      ) : list.data ? (
        <div ref={box}>
          <ul aria-label="Audiences" className="border-t border-rule">
            {list.data.map((audience) => (
              <Row key={audience.id} audience={audience} />
            ))}
          </ul>
        </div>
      ) : (
        <ContactsSkeleton />
      )}
    </>
  );
}

const KINDS = { list: 'List', filter: 'Filter', members: 'Built in: everyone in the team' } as const;

function Row({ audience }: { audience: Audience }) {
  const { id, name, kind, filter, rules } = audience;
  const { data } = useQuery(audienceQuery(id));
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line py-3 text-sm">
      <div className="min-w-0 grow basis-70">
        <Link
          to={`/audiences/${id}`}
          data-row-link
          className="-my-1 inline-block py-1 font-medium wrap-anywhere hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
        >
          {name}
        </Link>
        <p className="text-ink-2 wrap-anywhere">{filter ? filterWords(filter) : KINDS[kind]}</p>
        {audience.budget ? <p className="text-ink-2">{budgetWords(audience.budget)}</p> : null}
        {audience.groupMinutes === null ? null : (
          <p className="text-ink-2">{groupWords(audience.groupMinutes)}</p>
        )}
        {rules.length > 0 ? (
          <p className="text-ink-2 wrap-anywhere">Rules: {rules.map((rule) => rule.name).join(', ')}</p>
        ) : null}
      </div>
      <p className="text-ink-2">
        <span className="figure">{data ? formatNumber(data.contacts) : '…'}</span>{' '}
        {data?.contacts === 1 ? 'contact' : 'contacts'}
      </p>
    </li>
  );
}
