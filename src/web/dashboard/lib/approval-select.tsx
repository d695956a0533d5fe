import { Select, type SelectProps } from '#src/web/ui/select.tsx';

const OPTIONS = [
  { value: 'auto', label: 'At once' },
  { value: 'human', label: 'After a review' },
];

/**
 * How the alerts of a stored rule go out, where that rule asks for a review. Any other rule sends at once: nobody can
 * approve an alert yet, so nobody is offered to wait for it.
 */
export function ApprovalSelect({
  stored,
  ...select
}: Omit<SelectProps, 'label' | 'hint' | 'options'> & { stored: 'auto' | 'human' | undefined }) {
  if (stored !== 'human') return null;
  return (
    <Select
      label="Its alerts go out"
      hint="Reviews are not available yet: alerts that wait for one are kept and not sent."
      options={OPTIONS}
      {...select}
    />
  );
}
