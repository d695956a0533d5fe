import { Badge } from '#src/web/ui/badge.tsx';

/** What has to be known before one believes its price. */
export function InstrumentMarks({ simulated, own }: { simulated: boolean; own: boolean }) {
  return (
    <>
      {simulated ? <Badge>Simulated</Badge> : null}
      {own ? <Badge>Imported</Badge> : null}
    </>
  );
}
