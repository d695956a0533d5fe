import { Component, useEffect, useRef, type ReactNode } from 'react';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { logWarning } from '#src/web/ui/log.ts';
import { useOnline } from '../use-online.ts';

type Props = { at: string; children: ReactNode };
type State = { at: string; error: unknown };

/** Replaces a screen that broke; the error ends at another place (`at`). React has error boundaries as classes only. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { at: this.props.at, error: null };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ at }: Props, before: State): State | null {
    return at === before.at ? null : { at, error: null };
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <ScreenError error={this.state.error} />;
  }
}

/**
 * A screen broke, or could not be loaded (after a new release its file may be gone: loading again helps). Without a
 * network that would leave the account area, so it waits.
 */
function ScreenError({ error }: { error: unknown }) {
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
        text="The connection was lost before it loaded. It opens as soon as you’re back online."
      />
    );
  return (
    <ErrorState
      heading="h2"
      title="This page couldn’t be shown"
      text="Load it again. If that doesn’t help, write to support and say what you were doing."
      onRetry={() => location.reload()}
    />
  );
}
