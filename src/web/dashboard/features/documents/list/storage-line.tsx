import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatBytes } from '#src/shared/documents/documents.ts';
import { storageQuery } from '../queries.ts';

/** From here on it is said that room runs out. */
const NEARLY = 0.9;

/** What is taken of what the plan allows. */
export function StorageLine() {
  const { data } = useQuery(storageQuery);
  if (!data) return null;
  const { usedBytes, limitBytes, deletedBytes } = data;
  const said = (
    <span className="figure text-xs text-ink-2">
      {formatBytes(usedBytes)} of {formatBytes(limitBytes)}
    </span>
  );
  if (usedBytes < limitBytes * NEARLY) return said;
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-sm">
      {said}
      <span className="text-fault">
        {usedBytes >= limitBytes ? 'No room is left.' : 'Little room is left.'}
        {deletedBytes > 0 ? ` Deleted documents take ${formatBytes(deletedBytes)} of it.` : ''}
      </span>
      <Link to="/plans" className="underline underline-offset-4">
        See the plans
      </Link>
    </span>
  );
}
