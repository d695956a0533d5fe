import { useEffect, useRef } from 'react';
import { useRouteError } from 'react-router';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { logWarning } from '#src/web/ui/log.ts';
import { useOnline } from '../lib/use-online.ts';

/**
 * A screen broke, or could not be loaded (after a new release its file may be gone: loading again helps). Without a
 * network that would leave the account area, so it waits.
 */
export function RouteError() {
  const error = useRouteError();
  const online = useOnline();
  const wasOffline = useRef(!online);
  useEffect(() => logWarning(error), [error]);
  useEffect(() => {
    if (online && wasOffline.current) location.reload();
  }, [online]);
  if (!online)
    return (
      <ErrorState
        heading="h2"
        title="This screen needs the network"
        text="It was not loaded before the connection was lost. It opens by itself when the connection is back."
      />
    );
  return (
    <ErrorState
      heading="h2"
      title="This page could not be shown"
      text="Load it again. If that does not help, write to support and say what you were doing."
      onRetry={() => location.reload()}
    />
  );
}
