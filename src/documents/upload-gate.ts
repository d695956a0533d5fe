import { networkOf } from '#src/platform/limits/network.ts';
import { AppError } from '#src/shared/errors.ts';

/** How many may be under way in one process: of one workspace, from one network, and of all. */
const MAX = { workspace: 6, network: 12, all: 48 };

/** Lets so many uploads in at once. `enter` answers what lets the next one in. @throws AppError too_many_uploads */
export function createUploadGate(max = MAX) {
  const workspaces = createCounter(max.workspace);
  const networks = createCounter(max.network);
  let all = 0;
  return {
    enter(workspaceId: string, clientAddress: string | null): () => void {
      const network = networkOf(clientAddress);
      const full = workspaces.isFull(workspaceId) || (network !== null && networks.isFull(network));
      if (full || all >= max.all) throw new AppError('too_many_uploads');
      workspaces.add(workspaceId, 1);
      if (network !== null) networks.add(network, 1);
      all += 1;
      let left = false;
      return () => {
        if (left) return;
        left = true;
        all -= 1;
        workspaces.add(workspaceId, -1);
        if (network !== null) networks.add(network, -1);
      };
    },
  };
}

function createCounter(max: number) {
  const counts = new Map<string, number>();
  return {
    isFull: (key: string): boolean => (counts.get(key) ?? 0) >= max,
    add(key: string, by: 1 | -1): void {
      const count = (counts.get(key) ?? 0) + by;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}
