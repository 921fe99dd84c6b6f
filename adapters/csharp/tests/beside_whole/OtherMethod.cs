// include: ../compass_bare.cs
