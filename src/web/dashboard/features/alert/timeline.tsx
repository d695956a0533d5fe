import type { AlertStep } from '#src/shared/alert-list.ts';
import { ALERT_STATUS } from '#src/web/dashboard/lib/alert-state.ts';
import { Time } from '#src/web/ui/time.tsx';

const ACTORS: Readonly<Record<string, string>> = {
  engine: 'Detection',
  writer: 'Writer',
  policy: 'Approval policy',
  delivery: 'Delivery',
};

/** The alert's history: each step with who, why and when. */
export function Timeline({ steps }: { steps: readonly AlertStep[] }) {
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="headline text-h4">
        Timeline
      </h2>
      <ol className="mt-3 border-t border-line text-sm">
        {steps.map((step) => (
          <li
            key={`${step.at}${step.to}`}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 border-b border-line py-2"
          >
            <span className="font-medium">{ALERT_STATUS[step.to].label}</span>
            <span className="text-ink-2">
              <Time at={step.at} />
            </span>
            <span className="col-span-2 text-ink-2">
              {ACTORS[step.actor] ?? step.actor}: {step.reason}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
