-- Proofs are digests written out, so compressing them costs more of a registration than it saves of the disk.
ALTER TABLE "leaves" ALTER COLUMN "proof" SET STORAGE EXTERNAL;
