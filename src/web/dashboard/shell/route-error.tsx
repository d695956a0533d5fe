import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { logWarning } from '#src/web/ui/log.ts';

/** A screen broke, or could not be loaded (after a new release its file may be gone: loading again helps). */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => logWarning(error), [error]);
  return (
    <ErrorState
      heading="h2"
      title="This page could not be shown"
      text="Load it again. If that does not help, write to support and say what you were doing."
      onRetry={() => location.reload()}
    />
  );
}
