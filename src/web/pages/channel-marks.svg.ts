import { channelMarks } from '../site/integrations/marks.ts';

export const GET = (): Response =>
  new Response(channelMarks(), { headers: { 'Content-Type': 'image/svg+xml' } });
