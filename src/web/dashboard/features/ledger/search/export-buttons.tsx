import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '#src/web/dashboard/lib/save-file.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { type SearchFile, searchFile } from '../queries.ts';

const FILES = [
  { as: 'csv', label: 'CSV', name: 'Export CSV' },
  { as: 'json', label: 'JSON', name: 'Export JSON' },
  { as: 'zip', label: 'Case file', name: 'Case file of this search' },
] as const;

async function saveSearch(as: SearchFile, filter: string, people: boolean): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  saveFile(await searchFile(as, filter, people), `${as === 'zip' ? 'case' : 'ledger'}-${day}.${as}`);
}

/** All that the search finds, as files. `isEmpty`: it finds nothing. */
export function ExportButtons({ filter, isEmpty }: { filter: string; isEmpty: boolean }) {
  const mayName = useMay('contacts:read') === true;
  const [busy, setBusy] = useState<SearchFile | null>(null);
  async function save(as: SearchFile): Promise<void> {
    setBusy(as);
    try {
      await saveSearch(as, filter, mayName);
    } catch (error) {
      const description = error instanceof Error ? error.message : String(error);
      toast({ title: 'The search wasn’t exported', description, variant: 'destructive' });
    } finally {
      setBusy(null);
    }
  }
  return (
    <div className="flex flex-wrap gap-2 sm:ml-auto">
      {FILES.map(({ as, label, name }) => (
        <Button
          key={as}
          size="sm"
          busy={busy === as}
          disabled={busy !== null || isEmpty}
          aria-label={name}
          onClick={() => void save(as)}
        >
          {busy === as ? null : <Download size={14} aria-hidden="true" />}
          {label}
        </Button>
      ))}
    </div>
  );
}
