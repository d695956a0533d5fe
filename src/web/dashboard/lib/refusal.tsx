import { useQuery } from '@tanstack/react-query';
import type { Usage } from '#src/shared/billing.ts';
import { readOnlyReason } from './access.ts';
import { usageQuery } from './plan/queries.ts';

const READ_ONLY = 'Not while the workspace is read-only.';

/** Why the server would refuse whatever changes this workspace; null where it would not, or as far as is known. */
export const refusalOf = (usage: Usage | undefined): string | null =>
  readOnlyReason() ?? (usage?.plan.standing === 'read_only' ? READ_ONLY : null);

/** For controls that would only be refused: they are disabled, and say this. What leads out of it stays open. */
export function useRefusal(): string | null {
  const { data } = useQuery(usageQuery);
  return refusalOf(data);
}

/** Stands beside a disabled control, which names it in `aria-describedby`. */
export function Refusal({ id, reason }: { id: string; reason: string | null }) {
  return reason === null ? null : (
    <span id={id} className="text-sm text-ink-2">
      {reason}
    </span>
  );
}
