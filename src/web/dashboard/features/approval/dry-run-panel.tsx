import { useState } from 'react';
import { Link } from 'react-router';
import { DRY_RUN_ALERTS, type DryRun, type PolicyContent } from '#src/shared/approval.ts';
import { Reasons } from '#src/web/dashboard/lib/approval/reasons.tsx';
import { ApiError } from '#src/web/lib/api/api.ts';
import { Button } from '#src/web/ui/button.tsx';
import { FieldError } from '#src/web/ui/field.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { tryPolicy } from './queries.ts';

/** So many differences are drawn; the counts are of all. */
const SHOWN = 50;
const count = (n: number): string => n.toLocaleString('en');

/**
 * "What would this policy have done with the last 500 alerts?" Null: what is typed is no policy yet.
 */
export function DryRunPanel({ content }: { content: PolicyContent | null }) {
  const [result, setResult] = useState<{ run: DryRun; of: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const text = JSON.stringify(content);
  const start = async (): Promise<void> => {
    if (!content) return;
    setBusy(true);
    setProblem(null);
    try {
      setResult({ run: await tryPolicy({ content }), of: text });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-labelledby="dry-run">
      <h2 id="dry-run" className="headline text-h4">
        Try it on past alerts
      </h2>
      <p className="mt-1.5 max-w-text text-sm text-ink-2">
        What this policy would have decided about your last {DRY_RUN_ALERTS} alerts, from what was known when
        each was written. Nothing is sent.
      </p>
      <Button className="mt-4" busy={busy} disabled={content === null} onClick={() => void start()}>
        {busy ? 'Trying...' : 'Try on past alerts'}
      </Button>
      {problem ? <FieldError id="dry-run-problem">{problem}</FieldError> : null}
      <div aria-live="polite">{result ? <Result run={result.run} isOld={result.of !== text} /> : null}</div>
    </section>
  );
}

function Result({ run, isOld }: { run: DryRun; isOld: boolean }) {
  const { alerts, unknown, send, review, differences } = run;
  if (alerts === 0) return <p className="mt-5 text-sm">You have no alerts yet.</p>;
  return (
    <div className="mt-5">
      {isOld ? <p className="mb-3 text-sm font-medium">You changed the policy since. Try it again.</p> : null}
      <dl className="grid grid-cols-3 border-y border-rule py-3 text-sm">
        {(
          [
            ['Sent', send],
            ['For review', review],
            ['Different', differences.length],
          ] as const
        ).map(([label, n]) => (
          <div key={label}>
            <dt className="text-ink-2">{label}</dt>
            <dd className="figure text-h4">{count(n)}</dd>
          </div>
        ))}
      </dl>
      {unknown > 0 ? (
        <p className="mt-2 text-sm text-ink-2">
          {count(unknown)} of {count(alerts)} alerts are from before policies and can’t be judged.
        </p>
      ) : null}
      {differences.length > 0 ? (
        <ol aria-label="Differences" className="mt-4">
          {differences.slice(0, SHOWN).map(({ alertId, title, createdAt, was, now }) => (
            <li key={alertId} className="border-b border-line py-3">
              <p className="wrap-anywhere">
                <Link to={`/alerts/${alertId}`} className="underline">
                  {title || 'An alert without a title'}
                </Link>
              </p>
              <p className="text-sm text-ink-2">
                <Time at={createdAt} /> · {was.outcome === 'send' ? 'was sent' : 'waited for review'}, would{' '}
                {now.outcome === 'send' ? 'be sent' : 'wait for review'}
                {now.score === null ? '' : `, score ${now.score}`}
              </p>
              <Reasons reasons={now.reasons} />
            </li>
          ))}
        </ol>
      ) : (
        <p className="mt-3 text-sm">It decides as it was decided.</p>
      )}
      {differences.length > SHOWN ? (
        <p className="mt-3 text-sm text-ink-2">And {count(differences.length - SHOWN)} more.</p>
      ) : null}
    </div>
  );
}
