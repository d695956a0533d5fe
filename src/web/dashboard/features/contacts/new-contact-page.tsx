import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { NoPermission } from '#src/web/dashboard/lib/no-permission.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { ContactFields } from './contact-form.tsx';
import { ContactsSkeleton } from './contacts-skeleton.tsx';
import { createContact, summaryQuery } from './queries.ts';
import { nameOf } from './words.ts';

export function NewContactPage() {
  usePageTitle('Add contact');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const may = useMay('contacts:write');
  const summary = useQuery({ ...summaryQuery, enabled: may === true });
  return (
    <>
      <header className="pb-6">
        <nav aria-label="Above" className="text-sm text-ink-2">
          <Link to="/contacts" className="underline">
            Contacts
          </Link>
        </nav>
        <h1 className="headline mt-1 text-h2">Add contact</h1>
      </header>
      {may === false ? (
        <NoPermission permission="contacts:write" title="You can’t add contacts" />
      ) : summary.error && !summary.data ? (
        <ErrorState
          heading="h2"
          title="The form couldn’t be loaded"
          text={summary.error.message}
          onRetry={() => void summary.refetch()}
        />
      ) : summary.data ? (
        <ContactFields
          contact={null}
          channels={summary.data.channels}
          save={createContact}
          onCancel={() => void navigate('/contacts')}
          onSaved={(contact) => {
            toast({ title: `${nameOf(contact)} was added` });
            void queries.invalidateQueries({ queryKey: ['contacts'] });
            void navigate(`/contacts/${contact.id}`, { replace: true });
          }}
        />
      ) : (
        <ContactsSkeleton />
      )}
    </>
  );
}
