import { logWarning } from '#src/web/ui/log.ts';

logWarning(`Page not found: ${location.pathname}`);
