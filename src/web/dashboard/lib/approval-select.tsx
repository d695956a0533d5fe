import { Select, type SelectProps } from '#src/web/ui/select.tsx';

const OPTIONS = [
  { value: 'auto', label: 'Fully automated' },
  { value: 'human', label: 'Human review' },
];

/** Whether alerts are sent once they are written, or wait for an owner, an admin or an approver. */
export function ApprovalSelect(select: Omit<SelectProps, 'label' | 'hint' | 'options'>) {
  return (
    <Select
      label="Approval"
      hint="With human review, an owner, admin or approver decides before anything is sent."
      options={OPTIONS}
      {...select}
    />
  );
}
