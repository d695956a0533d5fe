import type { Faults } from '#src/web/lib/forms/check.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import type { PolicyDraft } from './draft.ts';

type Props = { draft: PolicyDraft; faults: Faults; set: (change: Partial<PolicyDraft>) => void };

/** The share of what goes out without a review that a person looks at afterwards. */
export function SamplingField({ draft, faults, set }: Props) {
  return (
    <TextField
      label="Share to check, in percent"
      inputMode="decimal"
      autoComplete="off"
      hint="Of alerts sent without a review, from 0.1 to 100. Leave it empty to check none. They’re drawn at random and listed under Review, Checks."
      value={draft.sampling}
      error={faults['sampling']}
      onChange={({ target }) => set({ sampling: target.value })}
    />
  );
}
