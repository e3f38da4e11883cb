import { Notice } from "@/components/ui/notice";
import { CopyButton } from "@/components/ui/values/copy-button";

/** A secret, the one time that it is told. */
export function SecretNotice({ secret, isAnother = false }: { secret: string; isAnother?: boolean }) {
  return (
    <Notice tone="good" live title="Keep this secret now: it is not shown again">
      <p className="font-mono break-all">
        {secret} <CopyButton text={secret} label="Copy the secret" />
      </p>
      <p>
        Your server verifies messages with it.
        {isAnother &&
          " For 24 hours messages are signed with the secret before as well, so that you can change over."}
      </p>
    </Notice>
  );
}
