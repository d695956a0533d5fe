import { Link } from 'react-router';
import type { Folder } from '#src/shared/documents/documents.ts';
import { folderPath } from '../use-place.ts';

/** The way back up: every folder above this one. */
export function Path({ path, last = false }: { path: readonly Folder[]; last?: boolean }) {
  const above = last ? path : path.slice(0, -1);
  if (path.length === 0 && !last) return null;
  return (
    <nav aria-label="Folders above" className="mb-1">
      <ol className="flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
        {[{ id: null, name: 'Documents' }, ...above].map(({ id, name }) => (
          <li key={id ?? 'top'} className="flex items-center gap-2">
            <Link
              to={folderPath(id)}
              className="inline-flex min-h-6 items-center text-ink-2 underline-offset-4 hover:text-ink hover:underline pointer-coarse:min-h-11"
            >
              {name}
            </Link>
            <span aria-hidden="true">/</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
