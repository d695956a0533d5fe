import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { NoPermission } from '#src/web/dashboard/lib/no-permission.tsx';
import { SearchBox } from '#src/web/dashboard/lib/search-box.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { addressNow } from '#src/web/lib/screens/address-now.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { formatNumber } from '#src/web/ui/format.ts';
import { Select } from '#src/web/ui/select.tsx';
import { ShowMore } from '#src/web/ui/show-more.tsx';
import type { ContactSummary } from '#src/shared/contacts.ts';
import { ChosenBar } from './chosen-bar.tsx';
import { ContactRows } from './contact-rows.tsx';
import { ContactsSkeleton } from './contacts-skeleton.tsx';
import { ExportButton } from './export-button.tsx';
import { contactsQuery, summaryQuery } from './queries.ts';
import { Used } from './used.tsx';
import { tagLabel } from './words.ts';

const SEARCH_MAX = 200;

export function ContactsPage() {
  usePageTitle('Contacts');
  const mayRead = useMay('contacts:read');
  const mayWrite = useMay('contacts:write') === true;
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pb-5">
        <div>
          <h1 className="headline text-h2">Contacts</h1>
          <p className="mt-2 max-w-text text-base text-ink-2">
            People who get your alerts. Group them in{' '}
            <Link to="/audiences" className="underline">
              audiences
            </Link>
            , and send a rule’s alerts to those. People join by{' '}
            <Link to="/forms" className="underline">
              sign-up forms
            </Link>
            ; addresses that bounce are{' '}
            <Link to="/suppressed" className="underline">
              suppressed
            </Link>
            .
          </p>
        </div>
        {mayWrite ? (
          <span className="flex flex-wrap gap-3">
            <Link to="/contacts/import" className={buttonClass()}>
              Import CSV
            </Link>
            <Link to="/contacts/new" className={buttonClass('primary')}>
              Add contact
            </Link>
          </span>
        ) : null}
      </header>
      {mayRead === undefined ? (
        <ContactsSkeleton />
      ) : mayRead ? (
        <List mayWrite={mayWrite} />
      ) : (
        <NoPermission permission="contacts:read" title="Contacts aren’t open to you" />
      )}
    </>
  );
}

function List({ mayWrite }: { mayWrite: boolean }) {
  const [search, setSearch] = useSearchParams();
  const words = (search.get('q') ?? '').slice(0, SEARCH_MAX);
  const tag = search.get('tag') ?? '';
  const filter = new URLSearchParams({ ...(words && { q: words }), ...(tag && { tag }) }).toString();
  const list = useInfiniteQuery(contactsQuery(filter));
  const { data: summary } = useQuery(summaryQuery);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const contacts = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const seen = contacts.filter(({ id }) => chosen.has(id));
  const narrow = (to: { q?: string; tag?: string }): void => {
    const next = addressNow();
    for (const [name, value] of Object.entries(to)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    setSearch(next, { replace: true });
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 pb-4">
        <SearchBox
          label="Search contacts"
          placeholder="Name, address or ID"
          maxLength={SEARCH_MAX}
          value={words}
          onChange={(q) => narrow({ q })}
        />
        {summary && (summary.tags.length > 0 || tag !== '') ? (
          <div className="w-full sm:w-52">
            <Select
              label={<span className="sr-only">Tag</span>}
              value={tag}
              options={tagOptions(summary, tag)}
              onChange={(event) => narrow({ tag: event.target.value })}
            />
          </div>
        ) : null}
        <span className="ml-auto">
          <ExportButton filter={filter} />
        </span>
      </div>
      {summary ? <Used summary={summary} /> : null}
      <ChosenBar chosen={seen} isOn={mayWrite} onDone={() => setChosen(new Set())} />
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
        filter === '' ? (
          <EmptyState
            heading="h2"
            title="No contacts yet"
            text="Add the people who should get your alerts, one by one or from a CSV file."
            action={
              mayWrite ? (
                <Link to="/contacts/new" className={buttonClass('primary')}>
                  Add contact
                </Link>
              ) : null
            }
          />
        ) : (
          <EmptyState
            heading="h2"
            title="No contact matches"
            text="We search the beginnings of words in names, addresses and external IDs."
            action={<Button onClick={() => setSearch({}, { replace: true })}>Clear the filters</Button>}
          />
        )
      ) : (
        <>
          <ContactRows
            label="Contacts"
            contacts={contacts}
            chosen={chosen}
            {...(mayWrite && {
              onChoose: (id: string, isChosen: boolean) => {
                const next = new Set(chosen);
                if (isChosen) next.add(id);
                else next.delete(id);
                setChosen(next);
              },
            })}
          />
          <ShowMore list={list} />
        </>
      )}
    </>
  );
}

function tagOptions({ tags }: ContactSummary, tag: string) {
  const known = tags.some((each) => each.tag === tag) || tag === '' ? tags : [{ tag, contacts: 0 }, ...tags];
  return [
    { value: '', label: 'All tags' },
    ...known.map((each) => ({
      value: each.tag,
      label: `${tagLabel(each.tag)} (${formatNumber(each.contacts)})`,
    })),
  ];
}
