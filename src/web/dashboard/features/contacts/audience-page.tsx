import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { AudienceChange, AudienceDetail } from '#src/shared/audiences.ts';
import { NoPermission } from '#src/web/dashboard/lib/no-permission.tsx';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { formatNumber } from '#src/web/ui/format.ts';
import { ShowMore } from '#src/web/ui/show-more.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { AudienceFields, MembersFields } from './audience-form.tsx';
import { groupWords } from '#src/web/dashboard/lib/grouping.ts';
import { budgetWords } from './budget-fields.tsx';
import { ContactRows } from './contact-rows.tsx';
import { ContactsSkeleton } from './contacts-skeleton.tsx';
import { ExportButton } from './export-button.tsx';
import { audienceQuery, changeAudience, changeList, contactsQuery, deleteAudience } from './queries.ts';
import { filterWords } from './words.ts';

export function AudiencePage() {
  const { id = '' } = useParams();
  const may = useMay('contacts:read');
  const audience = useQuery({ ...audienceQuery(id), enabled: may === true });
  usePageTitle(audience.data?.name ?? 'Audience');
  return (
    <>
      <nav aria-label="Above" className="text-sm text-ink-2">
        <Link to="/audiences" className="underline">
          Audiences
        </Link>
      </nav>
      {audience.data ? (
        <One key={id} audience={audience.data} />
      ) : (
        <>
          <h1 className="headline mt-1 pb-5 text-h2">Audience</h1>
          {may === false ? (
            <NoPermission permission="contacts:read" title="Audiences aren’t open to you" />
          ) : audience.error ? (
            audience.error instanceof ApiError && audience.error.status === 404 ? (
              <EmptyState
                heading="h2"
                title="There is no such audience"
                text="It was deleted, or the address is wrong."
                action={
                  <Link to="/audiences" className={buttonClass()}>
                    Show all audiences
                  </Link>
                }
              />
            ) : (
              <ErrorState
                heading="h2"
                title="The audience couldn’t be loaded"
                text={audience.error.message}
                onRetry={() => void audience.refetch()}
              />
            )
          ) : (
            <ContactsSkeleton />
          )}
        </>
      )}
    </>
  );
}

const ABOUT = {
  list: 'Choose contacts under Contacts and add them to this list.',
  members: 'Everyone in the team who gets alerts. It follows the team automatically.',
} as const;

function One({ audience }: { audience: AudienceDetail }) {
  const { id, name, kind, filter, rules, contacts: total } = audience;
  const isMembers = kind === 'members';
  const mayWrite = useMay('contacts:write') === true;
  const limits = [budgetWords(audience.budget), groupWords(audience.groupMinutes)].filter(Boolean);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { busy, run } = useActOn('contacts');
  const [isChanging, setChanging] = useState(false);
  const [asks, setAsks] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = useInfiniteQuery(contactsQuery(`audience=${id}`));
  const contacts = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const picked = contacts.filter((contact) => chosen.has(contact.id)).map((contact) => contact.id);
  async function change(form: AudienceChange): Promise<void> {
    await changeAudience(id, form);
    await queries.invalidateQueries({ queryKey: ['contacts'] });
  }
  async function remove(): Promise<void> {
    if (!(await run(() => deleteAudience(id), { failure: 'The audience wasn’t deleted' }))) return;
    toast({ title: `“${name}” was deleted` });
    void navigate('/audiences', { replace: true });
  }
  async function takeOff(): Promise<void> {
    if (await run(() => changeList(id, { remove: picked }), { failure: 'They weren’t removed' }))
      setChosen(new Set());
  }
  return (
    <>
      <header className="mt-1 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pb-5">
        <div className="min-w-0">
          <h1 className="headline text-h2 wrap-anywhere">{name}</h1>
          <p className="mt-2 max-w-text text-base text-ink-2 wrap-anywhere">
            {filter ? filterWords(filter) : kind === 'filter' ? '' : ABOUT[kind]}
          </p>
          <p className="mt-1 text-sm text-ink-2">
            <span className="figure">{formatNumber(total)}</span> {total === 1 ? 'contact' : 'contacts'}
            {rules.length > 0 ? ` · Rules: ${rules.map((rule) => rule.name).join(', ')}` : ''}
          </p>
          {limits.map((limit) => (
            <p key={limit} className="mt-1 text-sm text-ink-2">
              {limit}
            </p>
          ))}
        </div>
        {mayWrite && !isChanging ? (
          <Changes says className="flex gap-2">
            <Button onClick={() => setChanging(true)}>Edit</Button>
            {isMembers ? null : (
              <Button variant="quiet" busy={busy} onClick={() => setAsks(true)}>
                Delete
              </Button>
            )}
          </Changes>
        ) : null}
      </header>
      {isChanging ? (
        isMembers ? (
          <MembersFields audience={audience} save={change} onClose={() => setChanging(false)} />
        ) : (
          <AudienceFields audience={audience} save={change} onClose={() => setChanging(false)} />
        )
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
        {kind === 'list' && picked.length > 0 ? (
          <Changes>
            <Button size="sm" busy={busy} onClick={() => void takeOff()}>
              Remove {picked.length} from the list
            </Button>
          </Changes>
        ) : (
          <span />
        )}
        {total > 0 ? <ExportButton filter={`audience=${id}`} /> : null}
      </div>
      {list.error && !list.data ? (
        <ErrorState
          heading="h2"
          title="Contacts couldn’t be loaded"
          text={list.error.message}
          onRetry={() => void list.refetch()}
        />
      ) : list.isPending ? (
        <ContactsSkeleton />
      ) : contacts.length === 0 ? (
        <EmptyState
          heading="h2"
          title="This audience is empty"
          text={
            kind === 'list'
              ? 'Choose contacts in the list of contacts, then add them to this list.'
              : 'No contact matches yet. Tag contacts, or change the conditions.'
          }
          action={
            <Link to="/contacts" className={buttonClass()}>
              Open Contacts
            </Link>
          }
        />
      ) : (
        <>
          <ContactRows
            label={`Contacts in ${name}`}
            contacts={contacts}
            chosen={chosen}
            {...(mayWrite &&
              kind === 'list' && {
                onChoose: (contactId: string, isChosen: boolean) => {
                  const next = new Set(chosen);
                  if (isChosen) next.add(contactId);
                  else next.delete(contactId);
                  setChosen(next);
                },
              })}
          />
          <ShowMore list={list} />
        </>
      )}
      <ConfirmDialog
        open={asks}
        title={`Delete “${name}”?`}
        text="Its contacts stay."
        confirmLabel="Delete"
        onClose={() => setAsks(false)}
        onConfirm={() => void remove()}
      />
    </>
  );
}
