import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { Usage } from '#src/shared/usage.ts';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { usageQuery } from './plan/queries.ts';

const READ_ONLY = 'Not while the workspace is read-only.';

/** Why the server would refuse whatever changes this workspace; null where it would not, or as far as is known. */
export const refusalOf = (usage: Usage | undefined): string | null =>
  readOnlyReason() ?? (usage?.plan.standing === 'read_only' ? READ_ONLY : null);

/** For controls whose requests would be rejected: they are disabled and show this. What leads out of it stays enabled. */
export function useRefusal(): string | null {
  const { data } = useQuery(usageQuery);
  return refusalOf(data);
}

/** Shown beside a disabled control, which names it in `aria-describedby`. */
export function Refusal({ id, reason }: { id: string; reason: string | null }) {
  return reason === null ? null : (
    <span id={id} className="text-sm text-ink-2">
      {reason}
    </span>
  );
}

/**
 * Controls that change the workspace: all of them are disabled where it may not be changed, and named by the reason.
 * `says`: show the reason below them; elsewhere another part of the screen shows it.
 */
export function Changes({
  says = false,
  className,
  children,
}: {
  says?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const refusal = useRefusal();
  const id = useId();
  return (
    <>
      <fieldset
        disabled={refusal !== null}
        title={refusal ?? undefined}
        aria-describedby={says && refusal !== null ? id : undefined}
        className={className}
      >
        {children}
      </fieldset>
      {says ? <Refusal id={id} reason={refusal} /> : null}
    </>
  );
}
