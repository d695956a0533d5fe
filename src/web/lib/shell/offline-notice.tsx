import { WifiOff } from 'lucide-react';
import { useOnline } from '../use-online.ts';

/** Above every screen while the browser has no network: what is shown may be old. */
export function OfflineNotice() {
  const online = useOnline();
  return (
    <output className="block">
      {online ? null : (
        <p className="mb-8 flex items-start gap-3 border-y border-rule py-3 text-base">
          <WifiOff size={18} className="mt-0.5 shrink-0 text-fault" aria-hidden="true" />
          <span>
            <strong className="font-semibold">You are offline.</strong>{' '}
            <span className="text-ink-2">
              This page may be out of date. It updates when you’re back online.
            </span>
          </span>
        </p>
      )}
    </output>
  );
}
