import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { CONTACT_IMPORT, type ContactImport } from '#src/shared/contact-import.ts';
import { NoPermission } from '#src/web/dashboard/lib/no-permission.tsx';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { cx } from '#src/web/ui/cx.ts';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { controlClass, Field } from '#src/web/ui/field.tsx';
import { ContactsSkeleton } from './contacts-skeleton.tsx';
import { ImportSteps } from './import-steps.tsx';
import { importsQuery, uploadContacts } from './import-queries.ts';
import { PastImports } from './past-imports.tsx';

/** A CSV of contacts: upload, map its columns, check, import; and the imports before, which can be undone. */
export function ImportPage() {
  usePageTitle('Import contacts');
  const may = useMay('contacts:write');
  const list = useQuery({ ...importsQuery, enabled: may === true });
  const [current, setCurrent] = useState<string | null>(null);
  const open = list.data?.find(({ id }) => id === current);
  return (
    <>
      <header className="pb-6">
        <nav aria-label="Above" className="text-sm text-ink-2">
          <Link to="/contacts" className="underline">
            Contacts
          </Link>
        </nav>
        <h1 className="headline mt-1 text-h2">Import contacts</h1>
        <p className="mt-2 max-w-text text-base text-ink-2">
          Upload a CSV file with one contact per line. You choose what each column holds and see every problem
          before anything is stored. An import can be undone.
        </p>
      </header>
      {may === false ? (
        <NoPermission permission="contacts:write" title="You can’t import contacts" />
      ) : list.error && !list.data ? (
        <ErrorState
          heading="h2"
          title="Imports couldn’t be loaded"
          text={list.error.message}
          onRetry={() => void list.refetch()}
        />
      ) : list.data ? (
        <>
          {open ? (
            <ImportSteps key={open.id} job={open} onAnother={() => setCurrent(null)} />
          ) : (
            <Upload onUploaded={({ id }) => setCurrent(id)} />
          )}
          <PastImports imports={list.data.filter(({ id }) => id !== current)} onOpen={setCurrent} />
        </>
      ) : (
        <ContactsSkeleton />
      )}
    </>
  );
}

function Upload({ onUploaded }: { onUploaded: (made: ContactImport) => void }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | undefined>();
  async function upload(file: File): Promise<void> {
    if (file.size > CONTACT_IMPORT.fileBytes) {
      setFault('A file of contacts has 20 MB at most. Cut it in two.');
      return;
    }
    setBusy(true);
    setFault(undefined);
    try {
      const made = await uploadContacts(file);
      await queries.invalidateQueries({ queryKey: importsQuery.queryKey });
      onUploaded(made);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Changes says className="max-w-180">
      <Field
        label={busy ? 'Uploading...' : 'CSV file'}
        hint="Up to 20 MB and 200,000 rows. The first line names the columns, such as name, email, tags."
        error={fault}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            disabled={busy}
            accept=".csv,.txt,.tsv,text/csv"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) void upload(file);
              // The same file, mended, can be chosen again.
              event.target.value = '';
            }}
            className={cx(
              controlClass,
              'py-1.5 file:mr-3 file:h-7.5 file:rounded-sm file:border file:border-solid file:border-edge file:bg-sunk file:px-3 file:text-sm pointer-coarse:file:h-7.5',
            )}
          />
        )}
      </Field>
    </Changes>
  );
}
