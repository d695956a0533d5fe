import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Refusal, useRefusal } from '#src/web/dashboard/lib/refusal.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { ClientApproverRow } from './client-approver-row.tsx';
import { InviteApprover } from './invite-approver.tsx';
import { brandsQuery, clientApproversQuery } from './queries.ts';

/** People outside the workspace who approve a brand's alerts, and the form that invites them. */
export function ClientApprovers() {
  const may = useMay('team:manage') === true;
  const { data } = useQuery({ ...brandsQuery, enabled: may });
  const [chosen, setChosen] = useState<string | null>(null);
  const brands = (data?.items ?? []).filter(({ archivedAt }) => archivedAt === null);
  const brand = brands.find(({ id }) => id === chosen) ?? brands[0];
  if (!may || !brand) return null;
  return (
    <section aria-labelledby="client-approvers" className="mt-12">
      <h2 id="client-approvers" className="headline text-h3">
        Client approvers
      </h2>
      <p className="mt-1 max-w-text text-sm text-ink-2">
        People outside your team who approve alerts of one brand by email, without an account. They see only
        the alerts that wait for them. To ask them, choose “Client approvers” in a policy of your own.
      </p>
      {brands.length > 1 ? (
        <div className="mt-5 max-w-80">
          <Select
            label="Brand"
            options={brands.map(({ id, name }) => ({ value: id, label: name }))}
            value={brand.id}
            onChange={({ target }) => setChosen(target.value)}
          />
        </div>
      ) : null}
      <OfBrand key={brand.id} id={brand.id} name={brand.name} languages={brand.languages} />
    </section>
  );
}

function OfBrand({ id, name, languages }: Parameters<typeof InviteApprover>[0]['brand']) {
  const { data, error, refetch } = useQuery(clientApproversQuery(id));
  const refusal = useRefusal();
  if (error && !data)
    return (
      <ErrorState
        title="Client approvers couldn’t be loaded"
        text={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <output className="sr-only">Loading...</output>;
  return (
    <>
      {data.length > 0 ? (
        <ul aria-label={`Client approvers of ${name}`} className="mt-5 border-t border-rule">
          {data.map((approver) => (
            <ClientApproverRow key={approver.id} approver={approver} />
          ))}
        </ul>
      ) : (
        <p className="mt-5 border-y border-line py-4 text-sm text-ink-2">
          {name} has no client approvers yet.
        </p>
      )}
      <InviteApprover brand={{ id, name, languages }} refusal={refusal} />
      <Refusal id="client-approvers-refusal" reason={refusal} />
    </>
  );
}
