import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { ContactDetail } from '#src/shared/contacts.ts';
import { NoPermission } from '#src/web/dashboard/lib/no-permission.tsx';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { ContactFields } from './contact-form.tsx';
import { AddressLine } from './contact-rows.tsx';
import { ContactsSkeleton } from './contacts-skeleton.tsx';
import {
  changeContact,
  contactQuery,
  deleteContact,
  eraseContact,
  mergeContacts,
  summaryQuery,
} from './queries.ts';
import { Records } from './records.tsx';
import { Tag } from './tag.tsx';
import { countryName, languageName, nameOf } from './words.ts';

/** One person: how to reach them, what they are tagged with, and what was sent to them. */
export function ContactPage() {
  const { id = '' } = useParams();
  const may = useMay('contacts:read');
  const contact = useQuery({ ...contactQuery(id), enabled: may === true });
  usePageTitle(contact.data ? nameOf(contact.data) : 'Contact');
  return (
    <>
      <nav aria-label="Above" className="text-sm text-ink-2">
        <Link to="/contacts" className="underline">
          Contacts
        </Link>
      </nav>
      {contact.data ? (
        <One key={id} contact={contact.data} />
      ) : (
        <>
          <h1 className="headline mt-1 pb-5 text-h2">Contact</h1>
          {may === false ? (
            <NoPermission permission="contacts:read" title="Contacts aren’t open to you" />
          ) : contact.error ? (
            contact.error instanceof ApiError && contact.error.status === 404 ? (
              <EmptyState
                heading="h2"
                title="There is no such contact"
                text="It was deleted or merged, or the address is wrong."
                action={
                  <Link to="/contacts" className={buttonClass()}>
                    Show all contacts
                  </Link>
                }
              />
            ) : (
              <ErrorState
                heading="h2"
                title="The contact couldn’t be loaded"
                text={contact.error.message}
                onRetry={() => void contact.refetch()}
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

function One({ contact }: { contact: ContactDetail }) {
  const { id, member, lists, tags, sameName } = contact;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayWrite = useMay('contacts:write') === true;
  const { data: summary } = useQuery(summaryQuery);
  const [isChanging, setChanging] = useState(false);
  const [asks, setAsks] = useState<'delete' | 'erase' | null>(null);
  const { busy, run } = useActOn('contacts');
  const facts: [string, string][] = [
    ...(contact.language ? [['Language', languageName(contact.language)] as [string, string]] : []),
    ...(contact.country ? [['Country', countryName(contact.country)] as [string, string]] : []),
    ...(contact.timeZone ? [['Time zone', contact.timeZone] as [string, string]] : []),
    ...(contact.externalId ? [['External ID', contact.externalId] as [string, string]] : []),
  ];
  async function remove(): Promise<void> {
    if (!(await run(() => deleteContact(id), { failure: 'The contact wasn’t deleted' }))) return;
    toast({ title: `${nameOf(contact)} was deleted` });
    void navigate('/contacts', { replace: true });
  }
  async function erase(): Promise<void> {
    if (!(await run(() => eraseContact(id), { failure: 'The person wasn’t erased' }))) return;
    toast({ title: 'The person was erased' });
    void navigate('/contacts', { replace: true });
  }
  return (
    <>
      <header className="mt-1 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pb-5">
        <h1 className="headline min-w-0 text-h2 wrap-anywhere">{nameOf(contact)}</h1>
        {mayWrite && !isChanging ? (
          <Changes says className="flex flex-wrap gap-2">
            <Button disabled={!summary} onClick={() => setChanging(true)}>
              Edit
            </Button>
            {member ? null : (
              <>
                <Button variant="quiet" busy={busy} onClick={() => setAsks('delete')}>
                  Delete
                </Button>
                <Button variant="quiet" busy={busy} onClick={() => setAsks('erase')}>
                  Erase
                </Button>
              </>
            )}
          </Changes>
        ) : null}
      </header>
      {isChanging && summary ? (
        <ContactFields
          contact={contact}
          channels={summary.channels}
          save={(form) => changeContact(id, form)}
          onCancel={() => setChanging(false)}
          onSaved={() => {
            setChanging(false);
            toast({ title: 'Saved' });
            void queries.invalidateQueries({ queryKey: ['contacts'] });
          }}
        />
      ) : (
        <dl className="grid gap-x-8 gap-y-4 border-t border-rule pt-4 text-sm sm:grid-cols-2">
          <Fact name="Addresses">
            <AddressLine contact={contact} />
          </Fact>
          <Fact name="Tags">
            {tags.length === 0 && !member ? (
              <span className="text-ink-3">None</span>
            ) : (
              <span className="flex flex-wrap gap-1.5">
                {member ? <Badge>Member</Badge> : null}
                {tags.map((tag) => (
                  <Tag key={tag} tag={tag} />
                ))}
              </span>
            )}
          </Fact>
          {facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
          {lists.length > 0 ? (
            <Fact name="Lists">
              <span className="flex flex-wrap gap-x-3">
                {lists.map((list) => (
                  <Link key={list.id} to={`/audiences/${list.id}`} className="underline">
                    {list.name}
                  </Link>
                ))}
              </span>
            </Fact>
          ) : null}
          <Fact name="Added">
            <Time at={contact.createdAt} />
          </Fact>
        </dl>
      )}
      {mayWrite && sameName.length > 0 && !isChanging ? (
        <section aria-labelledby="same-name" className="mt-8 border-t border-rule pt-4">
          <h2 id="same-name" className="text-base font-semibold">
            Possible duplicates
          </h2>
          <ul className="mt-2">
            {sameName.map((other) => (
              <li
                key={other.id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2 text-sm"
              >
                <Link to={`/contacts/${other.id}`} className="min-w-0 underline wrap-anywhere">
                  {other.name}
                  {other.address ? `, ${other.address}` : ''}
                </Link>
                <Changes>
                  <Button
                    size="sm"
                    busy={busy}
                    aria-label={`Merge ${other.address ?? other.name} into this contact`}
                    onClick={() =>
                      void run(() => mergeContacts(id, [other.id]), { failure: 'They weren’t merged' })
                    }
                  >
                    Merge
                  </Button>
                </Changes>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Records id={id} />
      <ConfirmDialog
        open={asks === 'delete'}
        title={`Delete ${nameOf(contact)}?`}
        text="They get no more alerts. The record of what was sent stays."
        confirmLabel="Delete"
        onClose={() => setAsks(null)}
        onConfirm={() => void remove()}
      />
      <ConfirmDialog
        open={asks === 'erase'}
        title={`Erase ${nameOf(contact)}?`}
        text="For a person who asks to be forgotten: their name, addresses, tags and IP addresses are removed for good, and an import won’t bring them back. What was sent and all counts stay, without the person. This can’t be undone."
        confirmLabel="Erase person"
        onClose={() => setAsks(null)}
        onConfirm={() => void erase()}
      />
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="slug text-ink-3">{name}</dt>
      <dd className="mt-1 wrap-anywhere">{children}</dd>
    </div>
  );
}
