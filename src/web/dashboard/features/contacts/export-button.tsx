import { Download } from 'lucide-react';
import { saveFile } from '#src/web/dashboard/lib/save-file.ts';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { Button } from '#src/web/ui/button.tsx';
import { exportContacts } from './queries.ts';

/** What the filter shows, as CSV. */
export function ExportButton({ filter }: { filter: string }) {
  const { busy, run } = useActOn('contacts');
  return (
    <Button
      size="sm"
      busy={busy}
      onClick={() =>
        void run(async () => saveFile(await exportContacts(filter), 'contacts.csv'), {
          failure: 'The contacts weren’t exported',
        })
      }
    >
      {busy ? null : <Download size={16} aria-hidden="true" />}
      {busy ? 'Exporting...' : 'Export CSV'}
    </Button>
  );
}
