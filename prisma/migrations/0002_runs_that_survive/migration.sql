-- AlterTable
ALTER TABLE "Queue" ADD COLUMN "held" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Run" ADD COLUMN "crashes" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Run" ADD COLUMN "progress" TEXT;
ALTER TABLE "Run" ADD COLUMN "leafId" TEXT;

-- CreateIndex
CREATE INDEX "Message_parentId_idx" ON "Message"("parentId");
