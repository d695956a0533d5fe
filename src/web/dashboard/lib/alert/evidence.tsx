import type { ReactNode } from 'react';
import type { AlertDetail } from '#src/shared/alert-detail.ts';
import type { Evidence } from '#src/shared/market.ts';
import { chosenWord } from '#src/shared/rules/events.ts';
import { ExternalFacts } from './external-facts.tsx';
import { figureLabel, figureText, paramText, placesOf } from './figure-words.ts';

/** What proves the alert. */
export function EvidenceFacts({ alert: { detector, evidence } }: { alert: AlertDetail }) {
  // What its author typed is the alert itself.
  if ('said' in evidence && evidence.said.from === 'composed') return null;
  return (
    <section aria-labelledby="evidence">
      <h2 id="evidence" className="headline text-h4">
        Evidence
      </h2>
      {'said' in evidence ? (
        <ExternalFacts evidence={evidence} />
      ) : (
        <MarketFacts detector={detector} evidence={evidence} />
      )}
    </section>
  );
}

function MarketFacts({
  detector,
  evidence: { params, figures, rule, bars },
}: {
  detector: string;
  evidence: Evidence;
}) {
  const places = placesOf(bars);
  return (
    <>
      {rule === undefined ? null : <p className="figure mt-3 text-sm break-words text-ink-2">{rule}</p>}
      <dl className="mt-3 grid border-t border-line text-sm">
        {Object.entries(params).map(([key, value]) => (
          <Row key={key} label={figureLabel(key)}>
            {chosenWord(detector, key, value) ?? paramText(key, value)}
          </Row>
        ))}
        {Object.entries(figures).map(([key, value]) => (
          <Row key={key} label={figureLabel(key)}>
            {figureText(key, value, places)}
          </Row>
        ))}
      </dl>
    </>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6 border-b border-line py-1.5">
      <dt className="text-ink-2">{label}</dt>
      <dd className="figure">{children}</dd>
    </div>
  );
}
