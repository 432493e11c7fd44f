/** Opens a camera or a microphone until the signal, even if its user allows it only after that. Throws what the browser throws. */
export async function openMedia(wanted: MediaStreamConstraints, signal: AbortSignal): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getUserMedia(wanted);
  const close = (): void => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) close();
  else signal.addEventListener('abort', close, { once: true });
  return stream;
}
