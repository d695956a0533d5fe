import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { CONTACT_IMPORT, type ContactImport } from '#src/shared/contact-import.ts';
import { formatNumber } from '#src/web/ui/format.ts';

const TITLES: Partial<Record<ContactImport['state'], string>> = {
  checked: 'Nothing is stored yet. This is what the import would do.',
  imported: 'Imported.',
  undone: 'The import was undone.',
};

/** What came of a check or an import, and what is wrong line by line. */
export function Outcome({ job }: { job: ContactImport }) {
  const { state, problem, created, updated, unchanged, rejected, faults } = job;
  const isDry = state === 'checked';
  return (
    <div className="mt-5 max-w-180 border-t border-rule pt-4 text-sm">
      {problem ? (
        <p role="alert" className="flex items-start gap-2 font-medium text-fault">
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
          {problem}
        </p>
      ) : (
        <p className="font-medium">
          <span>{TITLES[state]}</span>
          {state === 'imported' ? <Next /> : null}
        </p>
      )}
      {state === 'undone' ? <Kept {...job.kept} /> : null}
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        <Fact name={isDry ? 'To create' : 'Created'} count={created} />
        <Fact name={isDry ? 'To change' : 'Changed'} count={updated} />
        <Fact name="Unchanged" count={unchanged} />
        <Fact name="Rejected" count={rejected} />
      </dl>
      {faults.length > 0 ? (
        <>
          <h3 className="mt-5 font-medium">Rows that can’t be used</h3>
          <ul className="mt-2 border-t border-line">
            {faults.map(({ line, column, message }) => (
              <li
                key={`${line} ${message}`}
                className="grid gap-x-4 gap-y-0.5 border-b border-line py-2 sm:grid-cols-[11rem_minmax(0,1fr)]"
              >
                <span className="text-ink-2 wrap-anywhere">
                  Line <span className="figure">{formatNumber(line)}</span>
                  {column ? `, ${column}` : ''}
                </span>
                <span className="wrap-anywhere">{message}</span>
              </li>
            ))}
          </ul>
          {rejected > faults.length ? (
            <p className="mt-2 text-ink-2">
              The first {formatNumber(Math.min(faults.length, CONTACT_IMPORT.faults))} of{' '}
              {formatNumber(rejected)}.
            </p>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

/** Contacts get alerts through an audience. */
const Next = () => (
  <span className="font-normal">
    {' '}
    <Link to="/audiences" className="link">
      Create an audience
    </Link>{' '}
    to send alerts to them, or{' '}
    <Link to="/contacts" className="link">
      see your contacts
    </Link>
    .
  </span>
);

/** Whom an undo has left, and why. */
function Kept({ changed, agreed }: ContactImport['kept']) {
  const contacts = (count: number) => `${formatNumber(count)} ${count === 1 ? 'contact' : 'contacts'}`;
  const was = (count: number) => (count === 1 ? 'was' : 'were');
  const reasons = [
    ...(agreed > 0 ? [`${contacts(agreed)} agreed to alerts after the import and kept that consent.`] : []),
    ...(changed > 0
      ? [
          `${contacts(changed)} ${was(changed)} changed after the import and kept those changes, without the import’s consent.`,
        ]
      : []),
  ];
  return (
    <p className="mt-1 text-ink-2">
      Consent that came with the file is withdrawn.{reasons.length > 0 ? ` ${reasons.join(' ')}` : ''}
    </p>
  );
}

function Fact({ name, count }: { name: string; count: number }) {
  return (
    <div>
      <dt className="text-ink-2">{name}</dt>
      <dd className="figure mt-0.5">{formatNumber(count)}</dd>
    </div>
  );
}
