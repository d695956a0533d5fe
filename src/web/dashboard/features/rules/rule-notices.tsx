import { useQuery } from '@tanstack/react-query';
import type { StoredRule } from '#src/shared/rules/stored.ts';
import { ruleWaitQuery } from './queries.ts';

/** Why an active rule can't trigger, or has waited longer than it ever did over the stored bars. */
export function RuleNotices({ rule }: { rule: StoredRule }) {
  const isActive = rule.state === 'active' && rule.deletedAt === null;
  const { data: wait } = useQuery({ ...ruleWaitQuery(rule.id), enabled: isActive && rule.inPlan });
  const known = rule.warnings.map(({ text }) => text);
  const reasons = [...new Set([...known, ...(isActive ? (wait?.reasons ?? []) : [])])];
  if (reasons.length === 0) return null;
  return (
    <section aria-label="Why this rule is quiet" className="mb-8 max-w-220 border-l-2 border-fault px-4 py-2">
      <h2 className="text-base font-medium">{titleOf(rule.warnings)}</h2>
      <ul className="mt-1 grid gap-1 text-sm text-ink-2">
        {reasons.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

function titleOf(warnings: StoredRule['warnings']): string {
  if (warnings.length === 0) return 'This rule has been quiet for long';
  // Only time is missing: nothing has to be changed.
  if (warnings.every(({ code }) => code === 'short_history')) return 'This rule can’t trigger yet';
  return 'This rule can’t trigger as it is';
}
