import { Bell } from 'lucide-react';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { useBrowser } from './use-browser.ts';

/** Beside what waits for a decision, until this browser shows notifications. */
export function OfferNotifications() {
  return useMay('alerts:approve') ? <Offer /> : null;
}

function Offer() {
  const { can, own, browsers, isBusy, turnOn } = useBrowser();
  if (can !== 'able' || !browsers.data || own) return null;
  return (
    // Where it comes in, it moves none of the links beside it.
    <Button
      variant="quiet"
      size="sm"
      className="max-sm:order-last"
      busy={isBusy}
      onClick={() => void turnOn()}
    >
      <Bell aria-hidden className="size-4" />
      Get notifications
    </Button>
  );
}
