import { FACTS, type ExternalEvidence } from '#src/shared/external/evidence.ts';

const LABELS: Readonly<Record<string, string>> = FACTS;

/** An external message as its sender wrote it. It is text: nothing in it is ever read as markup. */
export function ExternalFacts({ evidence: { said, facts, other } }: { evidence: ExternalEvidence }) {
  return (
    <>
      <p className="mt-3 text-sm text-ink-2">
        From “{said.by}”, not checked against market data. Received{' '}
        <time className="figure" dateTime={said.at}>
          {said.at.replace('T', ' ').replace(/\.\d+Z$/, '')} UTC
        </time>
        .
      </p>
      <Fields fields={facts} labels={LABELS} />
      {Object.keys(other).length > 0 ? (
        <>
          <h3 className="mt-6 text-sm font-medium">Stored, not sent</h3>
          <Fields fields={other} labels={{}} />
        </>
      ) : null}
      <details className="mt-6 text-sm">
        <summary className="cursor-pointer underline">Original message</summary>
        <p className="mt-2 text-xs text-ink-2">{said.type || 'No content type was given.'}</p>
        <pre className="figure mt-2 max-h-80 overflow-auto border border-line bg-raised p-3 text-xs break-words whitespace-pre-wrap">
          {said.body}
        </pre>
      </details>
    </>
  );
}

function Fields({
  fields,
  labels,
}: {
  fields: Record<string, string>;
  labels: Readonly<Record<string, string>>;
}) {
  return (
    <dl className="mt-3 grid border-t border-line text-sm">
      {Object.entries(fields).map(([name, value]) => (
        <div key={name} className="flex justify-between gap-6 border-b border-line py-1.5">
          <dt className="min-w-0 shrink-0 basis-1/3 break-words text-ink-2">{labels[name] ?? name}</dt>
          <dd className="figure min-w-0 text-right break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
