import { useQuery } from '@tanstack/react-query';
import { isStandardPolicy } from '#src/shared/approval.ts';
import { Select, type SelectProps } from '#src/web/ui/select.tsx';
import { policiesQuery } from './policies.ts';

const STANDARD = [
  { value: 'auto', label: 'Fully automated' },
  { value: 'human', label: 'Human review' },
  { value: 'smart', label: 'Smart approval' },
];

/** Whether alerts are sent once they are written, or wait for somebody: a standard policy, or one of the workspace's. */
export function ApprovalSelect(select: Omit<SelectProps, 'label' | 'hint' | 'options'>) {
  const { data } = useQuery(policiesQuery);
  const own = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const chosen = String(select.value ?? select.defaultValue ?? 'auto');
  // It stays chosen until the names are there, and after its policy was deleted.
  const isMissing = !isStandardPolicy(chosen) && own.every(({ value }) => value !== chosen);
  return (
    <Select
      label="Approval"
      hint="Human review waits for a person. Smart approval asks a person about unusual alerts only."
      options={[
        ...STANDARD,
        ...own,
        ...(isMissing ? [{ value: chosen, label: data ? 'A deleted policy' : 'A policy of yours' }] : []),
      ]}
      {...select}
    />
  );
}
