import type { ContactImport } from '#src/shared/contact-import.ts';
import { Button } from '#src/web/ui/button.tsx';
import { formatNumber } from '#src/web/ui/format.ts';
import { Time } from '#src/web/ui/time.tsx';

const STATES: Record<ContactImport['state'], string> = {
  uploaded: 'Not checked yet',
  checking: 'Being checked',
  checked: 'Checked, not imported',
  importing: 'Being imported',
  imported: 'Imported',
  undoing: 'Being undone',
  undone: 'Undone',
  failed: 'Failed',
};

const stayed = ({ kept }: ContactImport): number => kept.changed + kept.agreed;

/** The imports before, to look at, go on with or undo. Nothing where there are none. */
export function PastImports({
  imports,
  onOpen,
}: {
  imports: readonly ContactImport[];
  onOpen: (id: string) => void;
}) {
  if (imports.length === 0) return null;
  return (
    <section aria-labelledby="past-imports" className="mt-12">
      <h2 id="past-imports" className="headline pb-3 text-h3">
        Earlier imports
      </h2>
      <ul aria-labelledby="past-imports" className="border-t border-rule">
        {imports.map((job) => (
          <li
            key={job.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 text-sm"
          >
            <div className="min-w-0 grow basis-70">
              <p className="font-medium wrap-anywhere">{job.file}</p>
              <p className="text-ink-2">
                {STATES[job.state]}
                {job.state === 'imported'
                  ? `: ${formatNumber(job.created)} created, ${formatNumber(job.updated)} changed`
                  : ''}
                {job.state === 'undone' && stayed(job) > 0
                  ? `: ${formatNumber(stayed(job))} ${stayed(job) === 1 ? 'contact stays' : 'contacts stay'}`
                  : ''}
                , {job.by}, <Time at={job.createdAt} />
              </p>
            </div>
            {job.state === 'undone' && stayed(job) === 0 ? null : (
              <Button size="sm" aria-label={`Open the import of ${job.file}`} onClick={() => onOpen(job.id)}>
                Open
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
