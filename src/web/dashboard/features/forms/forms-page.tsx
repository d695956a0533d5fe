import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SignupForm } from '#src/shared/signup-forms.ts';
import { NoPermission } from '#src/web/dashboard/lib/no-permission.tsx';
import { useRefusal } from '#src/web/dashboard/lib/refusal.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Button } from '#src/web/ui/button.tsx';
import { EmptyState } from '#src/web/ui/empty-state.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { FormFields } from './form-fields.tsx';
import { FormRow } from './form-row.tsx';
import { Head } from './head.tsx';
import { formsQuery } from './queries.ts';
import { ReaderBots } from './reader-bots.tsx';

/** Forms by which readers sign up themselves. */
export function FormsPage() {
  usePageTitle('Sign-up forms');
  const may = useMay('contacts:read');
  return (
    <>
      <Head title="Sign-up forms" />
      {may === undefined ? (
        <RowsSkeleton />
      ) : may ? (
        <Forms />
      ) : (
        <NoPermission permission="contacts:read" title="Sign-up forms aren’t available to your role" />
      )}
    </>
  );
}

function Forms() {
  const { data, error, isPending, refetch } = useQuery(formsQuery);
  const mayWrite = useMay('contacts:write') ?? false;
  const refusal = useRefusal();
  const [editing, setEditing] = useState<SignupForm | 'new' | null>(null);
  if (isPending) return <RowsSkeleton />;
  if (data === undefined)
    return (
      <ErrorState
        heading="h2"
        title="The forms couldn’t be loaded"
        text={error?.message ?? ''}
        onRetry={() => void refetch()}
      />
    );
  if (editing !== null)
    return (
      <FormFields
        key={editing === 'new' ? 'new' : editing.id}
        form={editing === 'new' ? null : editing}
        brands={data.brands}
        lists={data.lists}
        onClose={() => setEditing(null)}
      />
    );
  const create = mayWrite ? (
    <Button
      variant="primary"
      disabled={refusal !== null || data.lists.length === 0}
      title={refusal ?? undefined}
      onClick={() => setEditing('new')}
    >
      Create form
    </Button>
  ) : null;
  if (data.items.length === 0)
    return (
      <>
        <EmptyState
          heading="h2"
          title="Let readers sign up themselves"
          text={
            data.lists.length === 0
              ? 'A form adds people to a list. Create a list under Audiences first.'
              : 'A form is a page in your brand’s look, to link or to embed in your site. People confirm their address by email and join a list.'
          }
          action={create}
        />
        <ReaderBots />
      </>
    );
  return (
    <>
      <section aria-label="Sign-up forms">
        <div className="mb-4 flex justify-end">{create}</div>
        <ul className="border-t border-rule">
          {data.items.map((form) => (
            <FormRow key={form.id} form={form} mayWrite={mayWrite} onEdit={() => setEditing(form)} />
          ))}
        </ul>
      </section>
      <ReaderBots />
    </>
  );
}

function RowsSkeleton() {
  return (
    <div className="border-t border-rule">
      <output className="sr-only">Loading...</output>
      {['w-48', 'w-64', 'w-40'].map((width) => (
        <div key={width} className="flex items-center justify-between gap-6 border-b border-line py-4">
          <Skeleton className={`h-3.5 max-w-full ${width}`} />
          <Skeleton className="h-8 w-28" />
        </div>
      ))}
    </div>
  );
}
